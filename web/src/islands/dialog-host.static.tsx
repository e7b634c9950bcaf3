import type * as served from './dialog-host.tsx';

/** The dialogs of a page are about accounts and payments, which there are none of. */
export const DialogHost: typeof served.DialogHost = () => <></>;
