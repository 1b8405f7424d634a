#!/usr/bin/env node
// Plays a game of Kingdom Defenders with random legal actions: play.mjs [BASE_URL] [SEED].

/** @typedef {Record<string, any>} Json */

// The events worth a line each; the service sends many more.
const TOLD = new Set(["round-begun", "favor-begun", "turn-order-changed", "player-passed", "horde-advanced",
  "city-besieged", "wall-fallen", "game-ended", "final-score", "victory"]);
const [base = "http://127.0.0.1:8000", seed = "1"] = process.argv.slice(2);
const game = `${base.replace(/\/+$/, "")}/v1/games/kingdom-defenders`;

/** A request that was refused; `report` is the problem+json that says why. */
class Problem extends Error {
  /** @param {Json} report */
  constructor(report) {
    // A flaw of the body is in `errors`; a setup against the rules has `violations`.
    const flaws = [...(report.errors ?? []), ...(report.violations ?? [])];
    super([`${report.status} ${report.title}: ${report.detail}`,
      ...flaws.map((f) => `at ${f.pointer || "(body)"} [${f.code}]: ${f.detail}`)].join("\n  "));
    this.report = report;
  }
}

/**
 * Nothing is kept by the service: the state goes along with each call.
 * @param {string} call @param {Json} body @returns {Promise<Json>}
 */
async function post(call, body) {
  const answer = await fetch(`${game}/${call}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.ok) return answer.json();
  const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
  throw isProblem ? new Problem(await answer.json()) : new Error(`${answer.status} ${answer.statusText}`);
}

/** Math.random takes no seed; this is mulberry32. @param {string} text @returns {() => number} */
function seeded(text) {
  let a = [...text].reduce((hash, c) => Math.imul(hash ^ c.charCodeAt(0), 16777619), 2166136261);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prints what the whole table may hear: `seen_by` names the seats of a secret. @param {Json[]} events */
function tell(events) {
  for (const { type, text } of events.filter((event) => TOLD.has(event.type) && !event.seen_by))
    console.log((type === "round-begun" ? "\n" : "  ") + text);
}

/** An illegal action, a body that is not well-formed, and a view. @param {Json} state @param {Json} action */
async function show(state, action) {
  console.log(`\nIllegal, ${action.actor} wants ${action.space} too:`);
  for (const { detail, rule, text } of (await post("adjudications", { state, action })).violations)
    console.log(`  ${detail}; clause ${rule}: ${text}`);
  await post("states", { players: "three", colour: "red" }).catch((problem) => {
    if (!(problem instanceof Problem)) throw problem;
    console.log(`Malformed, see ${problem.report.type}:\n  ${problem.message}`);
  });
  console.log(`What ${action.actor} sees:`);
  const view = await post("views", { state, viewer: action.actor });
  for (const [seat, player] of Object.entries(view.state.players)) // null where the viewer may not look
    console.log(`  ${seat}:`, ...["fate", "weapon", "spell", "loot", "coin"].map((g) => `${g}=${player[g] ?? "?"}`));
}

const random = seeded(seed);
/** @param {Json[]} list @returns {Json} */
const choose = (list) => list[Math.floor(random() * list.length)];
try {
  // The state counts the draws, so the same seed with every call gives fresh dice each time.
  const ask = { chance: { seed }, include: ["state", "legal-actions"] };
  let [position, shown] = [await post("states", { players: 3, ...ask }), false];
  tell(position.events);
  console.log(`\nRound ${position.state.round} begins`); // round 1 has no event of its own
  while (!position.finished) {
    // Optional decisions only offer to take a commitment back: random play would dither.
    const action = choose(choose(position["legal-actions"].decisions.filter((d) => !d.optional)).actions);
    position = await post("adjudications", { state: position.state, action, ...ask });
    tell(position.events);
    if (action.type === "place-disc" && !shown) {
      shown = true;
      await show(position.state, { ...action, actor: position.decisions[0].actor });
    }
  }
  const { players, ranking, tie_breaks: ties } = await post("scores", { state: position.state });
  const total = Object.fromEntries(players.map((p) => [p.seat, p.total]));
  console.log(`\nThe end: ${position.result.reason}`);
  for (const tied of ranking) // seats that share a place share a list
    console.log("  " + tied.map((seat) => `${seat} with ${total[seat]}`).join(" and "));
  for (const { detail } of ties) console.log(`  (${detail})`);
} catch (error) {
  console.error(error.cause?.message || error.message); // fetch tells why it failed in `cause`
  process.exitCode = 1;
}
