import { served as accounts } from '#ground/accounts/server/index.ts'
import { served as administration, configureAdministration } from '#ground/administration/server/index.ts'
import { ManagementCompany } from '#ground/companies/model/entities.ts'
import { served as companies } from '#ground/companies/server/index.ts'
import * as contactEntities from '#ground/contacts/model/entities.ts'
import { flow as contactChangeFlow } from '#ground/contacts/model/flow.ts'
import { contactSettings } from '#ground/contacts/model/settings.ts'
import { served as contacts, dueContactChanges } from '#ground/contacts/server/index.ts'
import { Developer, PropertyDeveloper } from '#ground/developers/model/entities.ts'
import { served as developers } from '#ground/developers/server/index.ts'
import { DocumentType, StoredFile } from '#ground/files/model/entities.ts'
import { fileCensus, served as files } from '#ground/files/server/index.ts'
import { FinancialInstitution, PropertyFinancialInstitution } from '#ground/financialInstitutions/model/entities.ts'
import { served as financialInstitutions } from '#ground/financialInstitutions/server/index.ts'
import { Holiday } from '#ground/holidays/model/entities.ts'
import { served as holidays } from '#ground/holidays/server/index.ts'
import { Invoice } from '#ground/invoices/model/entities.ts'
import { Letter, Signer } from '#ground/letters/model/entities.ts'
import { served as letters } from '#ground/letters/server/index.ts'
import * as lookupEntities from '#ground/lookups/model/entities.ts'
import { served as lookups } from '#ground/lookups/server/index.ts'
import { Email, EmailTemplate, EmailTemplateSchedule } from '#ground/mailTemplates/model/entities.ts'
import { templateSettings } from '#ground/mailTemplates/model/settings.ts'
import { served as mailTemplates, scheduledMails } from '#ground/mailTemplates/server/index.ts'
import { ManagementFeeMax, ManagementFeeType } from '#ground/managementFees/model/entities.ts'
import { feeSettings } from '#ground/managementFees/model/settings.ts'
import { served as managementFees } from '#ground/managementFees/server/index.ts'
import * as messageEntities from '#ground/messages/model/entities.ts'
import { served as messages } from '#ground/messages/server/index.ts'
import { mailSettings } from '#ground/outbox/model/index.ts'
import { served as outbox } from '#ground/outbox/server/index.ts'
import { AppUser, Permission } from '#ground/people/model/entities.ts'
import { configurePeople, served as people } from '#ground/people/server/index.ts'
import * as propertyEntities from '#ground/properties/model/entities.ts'
import { decontrolFlow, statusFlow } from '#ground/properties/model/status.ts'
import { served as properties } from '#ground/properties/server/index.ts'
import { served as search } from '#ground/search/server/index.ts'
import { SettingValue } from '#ground/settings/model/entities.ts'
import { subjectSettings } from '#ground/settings/model/index.ts'
import { configureSettings, served as settingCalls } from '#ground/settings/server/index.ts'
import * as taskEntities from '#ground/tasks/model/entities.ts'
import { extensionFlow } from '#ground/tasks/model/flow.ts'
import { taskSettings } from '#ground/tasks/model/settings.ts'
import { nightlyTasks, served as tasks } from '#ground/tasks/server/index.ts'
import { Vendor } from '#ground/vendors/model/entities.ts'
import { served as vendors } from '#ground/vendors/server/index.ts'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Job } from '#kernel/server/jobs.ts'
import type { Served } from '#kernel/server/serve.ts'
import { housekeeping } from '#kernel/server/worker.ts'
import { ManagementCompanyAssetCertification } from '#modules/certification/model/entities.ts'
import { flow as certificationFlow } from '#modules/certification/model/flow.ts'
import { certificationSettings } from '#modules/certification/model/settings.ts'
import { served as certification, certificationNight } from '#modules/certification/server/index.ts'
import * as replacementReserveEntities from '#modules/replacementReserve/model/entities.ts'
import { requests as replacementReserveRequests } from '#modules/replacementReserve/model/requests.ts'
import { reserveSettings } from '#modules/replacementReserve/model/settings.ts'
import { served as replacementReserve, reservePostings } from '#modules/replacementReserve/server/index.ts'

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
  replacementReserveRequests.flow,
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
