import { sql } from 'kysely'
import { formatFileSize, formatNumber, plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Setting } from '#kernel/model/setting.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'
import { uploadSettings } from '../model/settings.ts'
import { getFileModule } from './modules.ts'

const MEGABYTE = 1_048_576

type Amount = { files: number; bytes: number }
type Bound = {
  present: Amount
  files: Setting<number>
  size: Setting<number>
  /** What is full, as the beginning of a sentence: "This record has". */
  has: string
  /** What can be done instead. */
  way: string
}

const amountText = ({ files, bytes }: Amount): string =>
  `${plural(files, 'file', 'files')}, ${formatFileSize(bytes)}`

/** Refuses what would exceed a bound, with what there is, what is allowed, and what can be done. */
async function refuseBeyond(
  { settings }: AnyContext,
  sending: Amount,
  { present, files, size, has, way }: Bound,
): Promise<void> {
  const [mostFiles, mostMegabytes] = [await settings.get(files), await settings.get(size)]
  if (present.files + sending.files <= mostFiles && present.bytes + sending.bytes <= mostMegabytes * MEGABYTE)
    return
  const limitText = `${formatNumber(mostFiles)} files and ${formatFileSize(mostMegabytes * MEGABYTE)}`
  refuse.rule(
    `Nothing was stored: ${has} ${amountText(present)}, and ${amountText(sending)} more would exceed the limit of ${limitText}. ${way}`,
  )
}

const TOMORROW =
  'Send the rest tomorrow, or ask the agency, whose administrators can raise the limit under Configuration.'

/**
 * Counts files to be stored, and refuses them where the record, the person or the person's company has too
 * many: asked before any of them is stored. Documents of a property or company as such belong to no record
 * and have no bound of one.
 */
export async function countUpload(context: AnyContext, details: FileDetails, sending: Amount): Promise<void> {
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
    await refuseBeyond(context, sending, {
      present: { files: row.recordFiles, bytes: Number(row.recordBytes) },
      files: recordFiles,
      size: recordSize,
      has: 'this record has',
      way: 'Remove what is not needed or join files into one PDF, or ask the agency, whose administrators can raise the limit under Configuration.',
    })
  await refuseBeyond(context, sending, {
    present: { files: row.personFiles, bytes: Number(row.personBytes) },
    files: personFiles,
    size: personSize,
    has: 'today you have uploaded',
    way: TOMORROW,
  })
  await refuseBeyond(context, sending, {
    present: { files: row.companyFiles, bytes: Number(row.companyBytes) },
    files: companyFiles,
    size: companySize,
    has: 'today your company has uploaded',
    way: TOMORROW,
  })
}
