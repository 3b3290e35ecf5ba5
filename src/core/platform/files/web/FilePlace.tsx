import type { AttachedFile } from '#core/platform/files/model/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { FileDrop, type FileDropProps } from '#ui/form/FileDrop.tsx'
import { loadFile } from './content.ts'

/** The limits for a document of a record. */
export const documentLimits = {
  endings: Object.keys(acceptedTypes).map((ending) => `.${ending}`),
  maxBytes: fileLimits.bytes,
}

/** Converts a stored document to an entry of a file list. */
export const toFileEntry = (
  file: Pick<AttachedFile, 'fileId' | 'fileName' | 'sizeBytes' | 'contentType'>,
) => ({
  id: file.fileId,
  name: file.fileName,
  size: file.sizeBytes,
  type: file.contentType,
})

type Place = Pick<FileDropProps, 'label' | 'help' | 'required' | 'readOnly' | 'id'> & {
  files: readonly AttachedFile[]
  /** Shows only documents of this type; without it all documents. */
  kind?: string
  error?: string | undefined
  send: (file: File) => Promise<unknown>
  /** Removes a document; without it none can be removed. */
  remove?: ((fileId: number) => Promise<unknown>) | undefined
  onChanged: () => Promise<unknown>
  load?: FileDropProps['load']
}

/** An upload area for documents of a record. The caller provides the calls that send and remove them. */
export function RecordFiles({
  files,
  kind,
  error,
  send,
  remove,
  onChanged,
  load = loadFile,
  ...shown
}: Place) {
  const kindFiles = kind === undefined ? files : files.filter((file) => file.documentType === kind)
  return (
    <FileDrop
      {...shown}
      {...(error ? { error } : {})}
      {...documentLimits}
      files={kindFiles.map(toFileEntry)}
      upload={async (file) => {
        await send(file)
        await onChanged()
      }}
      {...(remove && {
        onRemove: async (file) => {
          await remove(Number(file.id))
          await onChanged()
        },
      })}
      load={load}
    />
  )
}
