"use strict";

window.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("docs");
  window.SwaggerUIBundle({
    domNode: place,
    url: place.dataset.document,
    validatorUrl: null,
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    docExpansion: place.dataset.expansion,
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    // Examples run to several kilobytes: colouring them takes longer than reading them.
    syntaxHighlight: false,
    presets: [window.SwaggerUIBundle.presets.apis],
  });
});
