import { useQuery } from '@tanstack/react-query'
import { getKernelQuery } from '#kernel/web/queries.ts'
import { getLetterhead } from '../model/calls.ts'
import type { LetterData, LetterOptions } from '../model/index.ts'

/** What surrounds a letter, as far as its screen says it; the rest comes from the letterhead it was sent with. */
export type Surroundings = Omit<LetterOptions, 'layout'> & { layout?: LetterOptions['layout'] }

/** What surrounds a letter, its letterhead with it. */
export function useLetterhead({ letterheadId }: LetterData, given: Surroundings, opened: boolean): LetterOptions {
  const wanted = opened && !given.layout && !!letterheadId
  const asked = getKernelQuery(getLetterhead, { params: { id: letterheadId ?? 0 } })
  const { data: head } = useQuery({ ...asked, enabled: wanted })
  const banner = head?.banner ?? given.banner
  return { ...given, layout: given.layout ?? head?.layout ?? 'A', ...(banner ? { banner } : {}) }
}
