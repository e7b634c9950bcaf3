/** There is no service worker in development: the build writes it. */
export const canWorkOffline = () => import.meta.env.PROD && 'serviceWorker' in navigator;
