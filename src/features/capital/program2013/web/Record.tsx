import { Record } from '#engines/review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { records } from '../model/records.ts'
import { pages } from './pages.tsx'

/**
 * The screen of one 2013 record: its form while the agency enters it, otherwise the review or the filed
 * record.
 */
export default function RecordScreen() {
  const { id } = useNumericParams('id')
  return <Record review={records} pages={pages} id={id} />
}
