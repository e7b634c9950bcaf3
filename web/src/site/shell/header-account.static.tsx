import type * as served from './header-account.tsx';

/** Nobody signs in. */
export const HeaderAccount: typeof served.HeaderAccount = () => <></>;

export const MenuAccount: typeof served.MenuAccount = () => <></>;
