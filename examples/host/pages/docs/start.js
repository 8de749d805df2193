const element = document.getElementById('reference')

window.SwaggerUIBundle({
  domNode: element,
  url: element.dataset.spec,
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  defaultModelRendering: 'example',
  // The public validator would be told the address and the content of the document.
  validatorUrl: null,
  syntaxHighlight: { activated: true, theme: 'nord' },
})
