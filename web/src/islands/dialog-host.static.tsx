import type * as served from './dialog-host.tsx';

/** The dialogs of a page are about accounts and payments, which the static edition lacks. */
export const DialogHost: typeof served.DialogHost = () => <></>;
