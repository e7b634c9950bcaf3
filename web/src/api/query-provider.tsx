import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { addressOf } from './call.ts';
import { ApiError, readToken, requestJson, tokenKey } from './request.ts';
import { announceSession } from './session.ts';
import { forgetSignIn } from './sign-in.ts';

/**
 * A query reads the path in its key. It never refetches by itself and never retries. A 401 gives
 * `null`: nobody is signed in, whatever the page showed before.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey: [path], signal, client }) => {
          // Every query is about the signed-in user, so without a token the answer is known.
          const token = readToken();
          if (token === null) return null;
          try {
            return await requestJson<unknown>(String(path), { signal });
          } catch (thrown) {
            if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
            // Keeps a token that another tab has stored in the meantime.
            if (readToken() === token) {
              forgetSignIn();
              void announceSession();
              client.setQueryData([addressOf('user')], null);
            }
            return null;
          }
        },
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    // Another tab signed in or out, so this page shows another user's data.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === tokenKey || key === null) void client.resetQueries();
    };
    // Going back after signing out shows this page as it was (bfcache).
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void client.resetQueries();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
