import type * as served from './query-provider.tsx';

/** Nothing is asked of a server. */
export const QueryProvider: typeof served.QueryProvider = ({ children }) => <>{children}</>;
