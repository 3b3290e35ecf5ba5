import { declareReportScreen } from '#engines/report/web/index.ts'
import { facts } from '../model/facts.ts'

/** The screen of the resident relations report. */
export default declareReportScreen(facts, () => import('../model/report.ts'))
