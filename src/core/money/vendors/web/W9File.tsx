import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteFile, getFileList, uploadFiles } from '#core/platform/files/model/index.ts'
import { createUploadForm, loadFile } from '#core/platform/files/web/index.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { vendors } from '../model/calls.ts'

const ENDINGS = ['.pdf', '.jpg', '.jpeg', '.png']
const quiet = { quiet: true }

/** The signed W-9 of a vendor: one file with its earlier versions, which only the agency sees. */
export function W9File({ vendorId }: { vendorId: number }) {
  const client = useQueryClient()
  const subject = { moduleName: 'Vendor', moduleId: vendorId, documentType: 'W-9' }
  const list = buildCallQuery(getFileList, { body: subject })
  const { data: files = [] } = useQuery(list)
  const setW9File = async (w9FileId: number | null) => {
    await ask(vendors.update, { body: { vendorId, w9FileId } }, quiet)
    await Promise.all(['files', 'vendor'].map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
  const upload = async (file: File) => {
    const [present] = await client.fetchQuery({ ...list, staleTime: 0 })
    const formData = createUploadForm(
      { ...subject, ...(present ? { replacesFileId: present.fileId } : {}) },
      file,
    )
    const [added] = await ask(uploadFiles, { body: formData }, quiet)
    if (added) await setW9File(added.fileId)
  }
  const remove = async (fileId: number) => {
    const present = await client.fetchQuery({ ...list, staleTime: 0 })
    // If the file was just replaced, it is an earlier version by now and remains.
    if (!present.some((file) => file.fileId === fileId)) return
    await setW9File(null)
    await ask(deleteFile, { params: { id: fileId } }, quiet)
    await client.invalidateQueries({ queryKey: ['files'] })
  }
  return (
    <FileDrop
      label="W-9"
      endings={ENDINGS}
      maxBytes={fileLimits.bytes}
      maxFiles={1}
      files={files.map((file) => ({
        id: file.fileId,
        name: file.fileName,
        size: file.sizeBytes ?? 0,
        type: file.contentType,
      }))}
      upload={upload}
      onRemove={(file) => remove(Number(file.id))}
      load={loadFile}
    />
  )
}
