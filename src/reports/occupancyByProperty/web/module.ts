import { reportWeb } from '#report/web/index.ts'
import { facts } from '../model/facts.ts'

export default reportWeb(facts, () => import('../model/report.ts'))
