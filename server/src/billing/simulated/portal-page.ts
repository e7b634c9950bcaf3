/** Stands in for the provider's billing portal, and says so. Only links back to our own site. */
export function simulatedPortal(publicUrl: string, returnUrl: string | undefined): string {
  const back = returnUrl?.startsWith(`${publicUrl}/`) ? returnUrl : `${publicUrl}/account`;
  const escaped = back.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Simulated billing portal</title></head>
<body>
<h1>Simulated billing portal</h1>
<p>With a payment provider configured, cards and invoices are managed on its page, which opens here. No money moves on this server.</p>
<p><a href="${escaped}">Back to the account</a></p>
</body>
</html>
`;
}
