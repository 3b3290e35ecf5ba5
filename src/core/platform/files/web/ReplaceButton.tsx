import { Button } from '@mantine/core'
import { useRef } from 'react'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { FilePicker } from '#ui/form/FileLine.tsx'
import { describeFileRefusal } from '#ui/form/files.ts'
import { type FileInfo, uploadFiles } from '../model/index.ts'
import { createUploadForm } from './content.ts'
import { getKeysToRefetch } from './subject.ts'

/** The endings of accepted files, and the largest size in bytes. */
export const limits = {
  endings: Object.keys(acceptedTypes).map((ending) => `.${ending}`),
  maxBytes: fileLimits.bytes,
}

/** The button that replaces a document by a chosen file. The old one remains as an earlier version. */
export function ReplaceButton({ file }: { file: FileInfo }) {
  const input = useRef<HTMLInputElement>(null)
  const send = useSend(uploadFiles, { alsoDrops: getKeysToRefetch(file.moduleName) })
  const replace = async (selected: File | undefined) => {
    if (!selected) return
    const refusal = describeFileRefusal(selected, limits, 0)
    if (refusal) return notify(refusal, { kind: 'warning' })
    try {
      await send({ body: createUploadForm({ replacesFileId: file.fileId }, selected) })
      notify(`${selected.name} is in the place of ${file.fileName}.`)
    } catch (error) {
      notify(error instanceof ApiError ? error.message : `${selected.name} was not added.`, {
        kind: 'warning',
      })
    }
  }
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Replace ${file.title || file.fileName}`}
        onClick={() => input.current?.click()}
      >
        Replace
      </Button>
      <FilePicker
        inputRef={input}
        limits={{ endings: limits.endings, maxFiles: 1 }}
        onFiles={([one]) => void replace(one)}
      />
    </>
  )
}
