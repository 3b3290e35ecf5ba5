import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Job } from '#kernel/server/jobs.ts'
import type { Served } from '#kernel/server/serve.ts'
import { housekeeping } from '#kernel/server/worker.ts'
import { AppUser } from '#modules/accounts/model/entities.ts'
import { served as accounts } from '#modules/accounts/server/index.ts'
import { ManagementCompany } from '#modules/companies/model/entities.ts'
import { served as companies } from '#modules/companies/server/index.ts'
import { StoredFile } from '#modules/files/model/entities.ts'
import { served as files } from '#modules/files/server/index.ts'
import { Invoice } from '#modules/invoices/model/entities.ts'
import * as lookupEntities from '#modules/lookups/model/entities.ts'
import { served as lookups } from '#modules/lookups/server/index.ts'

/** Every call the portal answers. */
export const served: readonly Served[] = [...accounts, ...companies, ...lookups, ...files]

export const calls: readonly Call[] = served.map((one) => one.call)

/** Every entity, for the comparison with the schema. */
export const entities: readonly AnyEntity[] = [
  AppUser,
  ManagementCompany,
  StoredFile,
  Invoice,
  ...Object.values(lookupEntities),
]

/** Every workflow, for its documents and tests. */
export const flows: readonly Flow[] = []

/** Every recurring job. */
export const jobs: readonly Job[] = [housekeeping]
