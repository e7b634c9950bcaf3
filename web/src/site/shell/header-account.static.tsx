import type * as served from './header-account.tsx';

/** There are no accounts. */
export const HeaderAccount: typeof served.HeaderAccount = () => <></>;

export const MenuAccount: typeof served.MenuAccount = () => <></>;
