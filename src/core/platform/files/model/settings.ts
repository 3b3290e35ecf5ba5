import { setting } from '#kernel/model/setting.ts'

const group = 'Documents'
const files = { group, kind: 'number', unit: 'files', least: 1 } as const
const megabytes = { group, kind: 'number', unit: 'MB', least: 1 } as const
const source = 'Agency decision: far above what work needs, and below what fills the store'

/** The settings for how many files, and how many megabytes, may be uploaded. */
export const uploadSettings = {
  recordFiles: setting({
    ...files,
    key: 'upload_record_files',
    label: 'Files of a record, at most',
    default: 1000,
    source,
  }),
  recordSize: setting({
    ...megabytes,
    key: 'upload_record_mb',
    label: 'Size of all files of a record, at most',
    default: 5000,
    source,
  }),
  personFiles: setting({
    ...files,
    key: 'upload_person_files',
    label: 'Files that a person may upload in a day',
    default: 1000,
    source,
  }),
  personSize: setting({
    ...megabytes,
    key: 'upload_person_mb',
    label: 'Size of what a person may upload in a day',
    default: 10_000,
    source,
  }),
  companyFiles: setting({
    ...files,
    key: 'upload_company_files',
    label: 'Files that all people of a company may upload in a day',
    default: 3000,
    source,
  }),
  companySize: setting({
    ...megabytes,
    key: 'upload_company_mb',
    label: 'Size of what all people of a company may upload in a day',
    default: 30_000,
    source,
  }),
}
