import { Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { applications } from '../model/applications.ts'
import { pages } from './pages.tsx'

/** The review of one application; its company reads there what it filed. */
export default function ReviewScreen() {
  return <Record review={applications} pages={pages} id={useNumericParams('id').id} />
}
