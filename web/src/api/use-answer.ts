import type { AnswerOf, EndpointName, QueryOf } from '@stillpix/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf } from './call.ts';

/**
 * What a GET route returns for the signed-in user; `null` if nobody is signed in. It is only asked
 * while `enabled`.
 */
export function useAnswer<Name extends EndpointName>(
  name: Name,
  query?: QueryOf<Name>,
  { enabled }: { enabled: boolean } = { enabled: true },
) {
  return useQuery<AnswerOf<Name> | null>({ queryKey: [addressOf(name, query)], enabled });
}

/** Replaces, or refetches, what other parts of the page show of a route's response. */
export function useKnownAnswers() {
  const queries = useQueryClient();
  return {
    set: <Name extends EndpointName>(name: Name, answer: AnswerOf<Name>) =>
      void queries.setQueryData([addressOf(name)], answer),
    askAgain: (name: EndpointName) => queries.invalidateQueries({ queryKey: [addressOf(name)] }),
  };
}
