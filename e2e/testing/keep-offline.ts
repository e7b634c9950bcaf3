/**
 * Runs in a page: has the service worker keep the tools of the page's language, and says how that
 * ended. `not active` where there is none yet.
 */
export async function askToKeep(): Promise<string> {
  const { root = '' } = document.documentElement.dataset;
  const scope = new URL(`${root}/`, location.href).href;
  const registration = await navigator.serviceWorker.getRegistration();
  // A site in a folder of another's host finds the other's at first.
  if (registration?.scope !== scope || !registration.active) return 'not active';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<{ kind: string }>((resolve) => {
    port1.addEventListener('message', ({ data }) => {
      if (data.kind !== 'progress') resolve(data);
    });
    port1.start();
  });
  const language = document.documentElement.lang;
  registration.active.postMessage({ kind: 'keep', language, everything: false }, [port2]);
  return (await answer).kind;
}
