import { rowsOfCompany } from '#core/people/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { RecordQuestion } from '../model/questions.ts'
import { filedSteps } from './filedSteps.ts'
import { lateFigure } from './lateFigure.ts'
import { servedOffers } from './offers.ts'
import { openRequestsPart } from './sheet.ts'
import { served, undoneToDos } from './work.ts'

/** The module of the parts that all reviews share: the agency's work list, and questions about records. */
export default {
  entities: [RecordQuestion],
  served: [...served, ...servedOffers],
  filedSteps,
  factSheet: [openRequestsPart],
  portfolioFigures: [lateFigure],
  toDos: [undoneToDos],
  companyRecords: [rowsOfCompany('Questions about records', RecordQuestion.table)],
} satisfies ServerModule
