from service.cache.costs import Costs


def test_the_cost_of_a_kind_follows_what_was_measured() -> None:
    costs = Costs()
    assert costs.of("a") is None
    costs.note("a", 1.0)
    assert costs.of("a") == 1.0
    for _ in range(100):
        costs.note("a", 3.0)
        costs.note("b", 9.0)
    assert 2.9 < (costs.of("a") or 0) <= 3.0
    assert costs.of("b") == 9.0


def test_one_dear_question_counts_for_more_than_one_cheap_one() -> None:
    rising, falling = Costs(), Costs()
    for costs, first, second in ((rising, 1.0, 9.0), (falling, 9.0, 1.0)):
        costs.note("a", first)
        costs.note("a", second)
    assert rising.of("a") == 5.0
    assert falling.of("a") == 8.0


def test_there_is_an_end_to_kinds() -> None:
    costs = Costs(kinds=3)
    for number in range(10):
        costs.note(number, 1.0)
    assert [number for number in range(10) if costs.of(number) is not None] == [7, 8, 9]
