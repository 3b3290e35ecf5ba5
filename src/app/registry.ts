import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Setting } from '#kernel/model/setting.ts'
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
import { Holiday } from '#modules/holidays/model/entities.ts'
import { served as holidays } from '#modules/holidays/server/index.ts'
import { Invoice } from '#modules/invoices/model/entities.ts'
import { Letter, Signer } from '#modules/letters/model/entities.ts'
import { served as letters } from '#modules/letters/server/index.ts'
import * as lookupEntities from '#modules/lookups/model/entities.ts'
import { served as lookups } from '#modules/lookups/server/index.ts'
import { served as outbox } from '#modules/outbox/server/index.ts'
import * as propertyEntities from '#modules/properties/model/entities.ts'
import { decontrolFlow, statusFlow } from '#modules/properties/model/status.ts'
import { served as properties } from '#modules/properties/server/index.ts'
import * as replacementReserveEntities from '#modules/replacementReserve/model/entities.ts'
import { flow as replacementReserveFlow } from '#modules/replacementReserve/model/flow.ts'
import { reserveSettings } from '#modules/replacementReserve/model/settings.ts'
import { served as replacementReserve, reservePostings } from '#modules/replacementReserve/server/index.ts'
import { SettingValue } from '#modules/settings/model/entities.ts'
import { configureSettings, served as settingCalls } from '#modules/settings/server/index.ts'
import { Vendor } from '#modules/vendors/model/entities.ts'
import { served as vendors } from '#modules/vendors/server/index.ts'

/** Every call the portal answers. */
export const served: readonly Served[] = [
  ...accounts,
  ...companies,
  ...holidays,
  ...lookups,
  ...properties,
  ...files,
  ...letters,
  ...vendors,
  ...settingCalls,
  ...outbox,
  ...replacementReserve,
]

export const calls: readonly Call[] = served.map((one) => one.call)

/** Every entity, for the comparison with the schema. */
export const entities: readonly AnyEntity[] = [
  AppUser,
  ManagementCompany,
  Holiday,
  StoredFile,
  Invoice,
  Letter,
  Signer,
  Vendor,
  SettingValue,
  ...Object.values(lookupEntities),
  ...Object.values(propertyEntities).filter((one) => 'table' in one),
  ...Object.values(replacementReserveEntities).filter((one) => 'table' in one),
]

/** Every workflow, for its documents and tests. */
export const flows: readonly Flow[] = [replacementReserveFlow, statusFlow, decontrolFlow]

/** Every recurring job. */
export const jobs: readonly Job[] = [housekeeping, reservePostings]

/** Every setting, for /Configuration. */
const settings: readonly Setting[] = Object.values(reserveSettings)

configureSettings(settings)
