/** While developing there is no service worker: the build writes it. */
export const canWorkOffline = () => import.meta.env.PROD && 'serviceWorker' in navigator;
