import { Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { increases } from '../model/increases.ts'
import { pages } from './pages.tsx'

/** The review of one rent increase: its worksheet and checklist, and what may be done next. */
export default function Worksheet() {
  return <Record review={increases} pages={pages} id={useNumericParams('id').id} />
}
