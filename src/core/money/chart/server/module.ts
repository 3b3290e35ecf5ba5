import { sql } from 'kysely'
import { rowsOfCompany } from '#core/people/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { AccountName, ChartAccount } from '../model/entities.ts'
import { served } from './index.ts'

const names = rowsOfCompany('Account names', 'account_name')

export default {
  entities: [ChartAccount, AccountName],
  served,
  companyRecords: [
    {
      ...names,
      // If both companies have the same name, the name of the remaining company wins.
      move: ({ db }, from, into) =>
        sql`delete from account_name where management_company_id = ${from}
          and name in (select name from account_name where management_company_id = ${into})`.execute(db),
    },
  ],
} satisfies ServerModule
