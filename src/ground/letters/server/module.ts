import { rowsOfCompany } from '#ground/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { Letter, Letterhead, Signer } from '../model/entities.ts'
import { served } from './index.ts'
import { setLetterKeys } from './letters.ts'

export default {
  entities: [Letter, Letterhead, Signer],
  served,
  companyRecords: [rowsOfCompany('Letters', 'letter')],
  connect: (modules) => setLetterKeys(Object.assign({}, ...modules.map((one) => one.letters))),
} satisfies ServerModule
