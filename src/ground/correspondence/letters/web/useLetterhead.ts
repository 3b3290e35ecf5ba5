import { useQuery } from '@tanstack/react-query'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getLetterhead } from '../model/calls.ts'
import type { LetterData, LetterOptions } from '../model/index.ts'

/**
 * What surrounds a letter, as far as its screen says it; the rest comes from the letterhead it was sent with.
 */
export type Surroundings = Omit<LetterOptions, 'layout'> & { layout?: LetterOptions['layout'] }

/** What surrounds a letter, its letterhead with it. */
export function useLetterhead(
  { letterheadId }: LetterData,
  surroundings: Surroundings,
  isOpened: boolean,
): LetterOptions {
  const isWanted = isOpened && !surroundings.layout && !!letterheadId
  const kernelQuery = buildCallQuery(getLetterhead, { params: { id: letterheadId ?? 0 } })
  const { data: head } = useQuery({ ...kernelQuery, enabled: isWanted })
  const banner = head?.banner ?? surroundings.banner
  return {
    ...surroundings,
    layout: surroundings.layout ?? head?.layout ?? 'A',
    ...(banner ? { banner } : {}),
  }
}
