import { declareReportScreen } from '#engines/report/web/index.ts'
import { facts } from '../model/facts.ts'

export default declareReportScreen(facts, () => import('../model/report.ts'))
