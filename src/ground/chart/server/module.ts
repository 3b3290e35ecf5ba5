import { sql } from 'kysely'
import { rowsOfCompany } from '#ground/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { AccountName, ChartAccount } from '../model/entities.ts'
import { setChartFiledThrough } from './filedYears.ts'
import { served } from './index.ts'

const names = rowsOfCompany('Account names', 'account_name')

export default {
  entities: [ChartAccount, AccountName],
  served,
  companyRecords: [
    {
      ...names,
      // What both call an account stays as the company that goes on calls it.
      prepare: ({ db }, from, into) =>
        sql`delete from account_name n using account_name k where n.management_company_id = ${from}
          and k.management_company_id = ${into} and k.name = n.name`.execute(db),
    },
  ],
  connect: (modules) => setChartFiledThrough(modules.flatMap((one) => one.chartFiledThrough ?? [])),
} satisfies ServerModule
