import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Job } from '#kernel/server/jobs.ts'
import type { Served } from '#kernel/server/serve.ts'
import { housekeeping } from '#kernel/server/worker.ts'
import { served as accounts } from '#modules/accounts/server/index.ts'
import { served as administration, configureAdministration } from '#modules/administration/server/index.ts'
import { ManagementCompanyAssetCertification } from '#modules/certification/model/entities.ts'
import { flow as certificationFlow } from '#modules/certification/model/flow.ts'
import { certificationSettings } from '#modules/certification/model/settings.ts'
import { served as certification, certificationNight } from '#modules/certification/server/index.ts'
import { ManagementCompany } from '#modules/companies/model/entities.ts'
import { served as companies } from '#modules/companies/server/index.ts'
import * as contactEntities from '#modules/contacts/model/entities.ts'
import { flow as contactChangeFlow } from '#modules/contacts/model/flow.ts'
import { contactSettings } from '#modules/contacts/model/settings.ts'
import { served as contacts, dueContactChanges } from '#modules/contacts/server/index.ts'
import { Developer, PropertyDeveloper } from '#modules/developers/model/entities.ts'
import { served as developers } from '#modules/developers/server/index.ts'
import { DocumentType, StoredFile } from '#modules/files/model/entities.ts'
import { fileCensus, served as files } from '#modules/files/server/index.ts'
import { FinancialInstitution, PropertyFinancialInstitution } from '#modules/financialInstitutions/model/entities.ts'
import { served as financialInstitutions } from '#modules/financialInstitutions/server/index.ts'
import { Holiday } from '#modules/holidays/model/entities.ts'
import { served as holidays } from '#modules/holidays/server/index.ts'
import { Invoice } from '#modules/invoices/model/entities.ts'
import { Letter, Signer } from '#modules/letters/model/entities.ts'
import { served as letters } from '#modules/letters/server/index.ts'
import * as lookupEntities from '#modules/lookups/model/entities.ts'
import { served as lookups } from '#modules/lookups/server/index.ts'
import { Email, EmailTemplate, EmailTemplateSchedule } from '#modules/mailTemplates/model/entities.ts'
import { templateSettings } from '#modules/mailTemplates/model/settings.ts'
import { served as mailTemplates, scheduledMails } from '#modules/mailTemplates/server/index.ts'
import { ManagementFeeMax, ManagementFeeType } from '#modules/managementFees/model/entities.ts'
import { feeSettings } from '#modules/managementFees/model/settings.ts'
import { served as managementFees } from '#modules/managementFees/server/index.ts'
import * as messageEntities from '#modules/messages/model/entities.ts'
import { served as messages } from '#modules/messages/server/index.ts'
import { mailSettings } from '#modules/outbox/model/index.ts'
import { served as outbox } from '#modules/outbox/server/index.ts'
import { AppUser, Permission } from '#modules/people/model/entities.ts'
import { configurePeople, served as people } from '#modules/people/server/index.ts'
import * as propertyEntities from '#modules/properties/model/entities.ts'
import { decontrolFlow, statusFlow } from '#modules/properties/model/status.ts'
import { served as properties } from '#modules/properties/server/index.ts'
import * as replacementReserveEntities from '#modules/replacementReserve/model/entities.ts'
import { flow as replacementReserveFlow } from '#modules/replacementReserve/model/flow.ts'
import { reserveSettings } from '#modules/replacementReserve/model/settings.ts'
import { served as replacementReserve, reservePostings } from '#modules/replacementReserve/server/index.ts'
import { served as search } from '#modules/search/server/index.ts'
import { SettingValue } from '#modules/settings/model/entities.ts'
import { subjectSettings } from '#modules/settings/model/index.ts'
import { configureSettings, served as settingCalls } from '#modules/settings/server/index.ts'
import * as taskEntities from '#modules/tasks/model/entities.ts'
import { extensionFlow } from '#modules/tasks/model/flow.ts'
import { taskSettings } from '#modules/tasks/model/settings.ts'
import { nightlyTasks, served as tasks } from '#modules/tasks/server/index.ts'
import { Vendor } from '#modules/vendors/model/entities.ts'
import { served as vendors } from '#modules/vendors/server/index.ts'

/** Every call the portal answers. */
export const served: readonly Served[] = [
  ...accounts,
  ...people,
  ...companies,
  ...managementFees,
  ...developers,
  ...financialInstitutions,
  ...certification,
  ...contacts,
  ...holidays,
  ...lookups,
  ...properties,
  ...files,
  ...letters,
  ...vendors,
  ...settingCalls,
  ...outbox,
  ...messages,
  ...mailTemplates,
  ...replacementReserve,
  ...tasks,
  ...search,
  ...administration,
]

export const calls: readonly Call[] = served.map((one) => one.call)

/** Every entity, for the comparison with the schema. */
export const entities: readonly AnyEntity[] = [
  AppUser,
  Permission,
  ManagementCompany,
  ManagementFeeType,
  ManagementFeeMax,
  Developer,
  PropertyDeveloper,
  FinancialInstitution,
  PropertyFinancialInstitution,
  ManagementCompanyAssetCertification,
  Holiday,
  StoredFile,
  DocumentType,
  Invoice,
  Letter,
  Signer,
  Vendor,
  SettingValue,
  ...Object.values(lookupEntities),
  ...Object.values(contactEntities).filter((one) => 'table' in one),
  Email,
  EmailTemplate,
  EmailTemplateSchedule,
  ...Object.values(messageEntities).filter((one) => typeof one === 'object'),
  ...Object.values(propertyEntities).filter((one) => 'table' in one),
  ...Object.values(replacementReserveEntities).filter((one) => 'table' in one),
  ...Object.values(taskEntities),
]

/** Every workflow, for its documents and tests. */
export const flows: readonly Flow[] = [
  replacementReserveFlow,
  extensionFlow,
  statusFlow,
  decontrolFlow,
  certificationFlow,
  contactChangeFlow,
]

/** Every recurring job. */
export const jobs: readonly Job[] = [
  housekeeping,
  reservePostings,
  nightlyTasks,
  fileCensus,
  certificationNight,
  dueContactChanges,
  scheduledMails,
]

/** Every setting, for /Configuration. */
const settings: readonly Setting[] = [
  ...Object.values(contactSettings),
  ...Object.values(feeSettings),
  ...Object.values(reserveSettings),
  ...Object.values(mailSettings),
  ...Object.values(templateSettings),
  ...Object.values(taskSettings),
  ...Object.values(certificationSettings),
  ...Object.values(subjectSettings).flatMap((subject): Setting[] => Object.values(subject)),
]

configureSettings(settings)
configureAdministration(jobs)
configurePeople(calls)
