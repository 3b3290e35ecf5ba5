import { sql } from 'kysely'
import { formatFileSize, formatNumber, plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'
import { uploadSettings } from '../model/settings.ts'
import { getFileModule } from './modules.ts'

const MEGABYTE = 1_048_576

type UploadSize = { files: number; bytes: number }
type UploadLimit = {
  present: UploadSize
  files: Setting<number>
  size: Setting<number>
  /** The beginning of the sentence that says what is full: "this record has". */
  has: string
  /** A sentence that says what the user can do instead. */
  way: string
}

const describeSize = ({ files, bytes }: UploadSize): string =>
  `${plural(files, 'file', 'files')}, ${formatFileSize(bytes)}`

/**
 * Refuses uploads that would exceed a limit. The message says what there is, what is allowed, and what can
 * be done.
 */
async function refuseOverLimit(
  { settings }: AnyContext,
  sending: UploadSize,
  { present, files, size, has, way }: UploadLimit,
): Promise<void> {
  const [maxFiles, maxMegabytes] = [await settings.get(files), await settings.get(size)]
  if (present.files + sending.files <= maxFiles && present.bytes + sending.bytes <= maxMegabytes * MEGABYTE)
    return
  const limitText = `${formatNumber(maxFiles)} files and ${formatFileSize(maxMegabytes * MEGABYTE)}`
  refuse.rule(
    `Nothing was stored: ${has} ${describeSize(present)}, and ${describeSize(sending)} more would exceed the limit of ${limitText}. ${way}`,
  )
}

const TOMORROW =
  'Send the rest tomorrow, or ask the agency, whose administrators can raise the limit under Configuration.'

/**
 * Counts files before they are stored, and refuses them if the record, the person or the person's company
 * has too many. Documents of a property or company itself belong to no record and so have no limit for a
 * record.
 */
export async function countUpload(
  context: AnyContext,
  details: FileDetails,
  sending: UploadSize,
): Promise<void> {
  const { moduleName, moduleId } = details
  const result = await sql<
    Record<'personFiles' | 'companyFiles' | 'recordFiles', number> &
      Record<'personBytes' | 'companyBytes' | 'recordBytes', string>
  >`
    select * from kernel.count_upload(${context.settings.today()}, ${sending.files}, ${sending.bytes},
    ${moduleName},
      ${moduleId ?? null}::integer)`.execute(context.db)
  const row = result.rows[0]!
  const { recordFiles, recordSize, personFiles, personSize, companyFiles, companySize } = uploadSettings
  if (getFileModule(moduleName)?.record && moduleId)
    await refuseOverLimit(context, sending, {
      present: { files: row.recordFiles, bytes: Number(row.recordBytes) },
      files: recordFiles,
      size: recordSize,
      has: 'this record has',
      way: 'Remove what is not needed or join files into one PDF, or ask the agency, whose administrators can raise the limit under Configuration.',
    })
  await refuseOverLimit(context, sending, {
    present: { files: row.personFiles, bytes: Number(row.personBytes) },
    files: personFiles,
    size: personSize,
    has: 'today you have uploaded',
    way: TOMORROW,
  })
  await refuseOverLimit(context, sending, {
    present: { files: row.companyFiles, bytes: Number(row.companyBytes) },
    files: companyFiles,
    size: companySize,
    has: 'today your company has uploaded',
    way: TOMORROW,
  })
}
