import { getAgency } from '#core/platform/lookups/model/index.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { LetterData } from '../model/index.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { useLetterhead } from './useLetterhead.ts'

/** Shows a letter that was not sent yet, as it would be sent. */
export function LetterSheet({
  letter,
}: {
  letter: { title: string; createdAt: string; data: Record<string, unknown> }
}) {
  const { shortName, name, addressLines, zone } = useCall(getAgency, {})
  const data = letter.data as unknown as LetterData
  const letterhead = {
    agency: { shortName, name, addressLines },
    today: agencyDay(letter.createdAt, zone),
    title: letter.title,
  }
  return <LetterPreview letter={data} options={useLetterhead(data, letterhead, true)} />
}
