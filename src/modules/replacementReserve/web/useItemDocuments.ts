import { uploadForm } from '#ground/files/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { placeDocument, removeDocument, replacementReserveFileUpload } from '../model/calls.ts'
import type { Detail } from '../model/requests.ts'
import type { FormItem } from './itemForm.ts'

const quiet = { quiet: true }

/** A stored document as lists of files show it. */
export const shown = (file: Detail['files'][number]) => ({
  id: file.fileId,
  name: file.fileName,
  size: file.sizeBytes,
  type: file.contentType,
})

/** What is done with documents of a request's items, which are named by their places in the form. */
export function useItemDocuments(known: { current: Detail }) {
  const { form } = useFormParts()
  const idsOf = (places: readonly number[]) => {
    const items = (form.getValues('items') ?? []) as FormItem[]
    return places.flatMap((place) => items[place]?.replacementReserveRequestItemId || [])
  }
  const place = (fileId: number, documentType: string | null, places: readonly number[]) =>
    ask(placeDocument, { params: { id: fileId }, body: { documentType, itemIds: idsOf(places) } }, quiet)
  const send = async (file: File, documentType: string | null, places: readonly number[]) => {
    const [first] = idsOf(places)
    const moduleId = known.current.replacementReserveRequestId
    const body = uploadForm({ moduleId, subModuleId: first, documentType }, file) as never
    const [sent] = await ask(replacementReserveFileUpload, { body }, quiet)
    if (sent && places.length > 1) await place(sent.fileId, documentType, places)
  }
  const remove = (fileId: number) => ask(removeDocument, { params: { id: fileId } }, quiet)
  return { place, send, remove }
}
