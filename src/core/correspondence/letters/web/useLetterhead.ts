import { useQuery } from '@tanstack/react-query'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getLetterhead } from '../model/calls.ts'
import type { LetterData, LetterOptions } from '../model/index.ts'

/**
 * The options for showing a letter. Without a layout, the letterhead that the letter was sent with is used.
 */
export type LetterPreviewOptions = Omit<LetterOptions, 'layout'> & { layout?: LetterOptions['layout'] }

/** Completes the options for showing a letter with its letterhead, which is loaded if needed. */
export function useLetterhead(
  { letterheadId }: LetterData,
  surroundings: LetterPreviewOptions,
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
