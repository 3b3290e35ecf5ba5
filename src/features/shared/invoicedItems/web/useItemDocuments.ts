import { createUploadForm } from '#core/platform/files/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { ask } from '#kernel/web/api.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { InvoicedFormItem } from './itemForm.ts'
import type { InvoicedRequest, ItemKind } from './kind.ts'

const quiet = { quiet: true }

/** Uploads a document for a request, or for one of its items. */
export async function uploadDocument(
  { calls, review }: ItemKind,
  detail: InvoicedRequest,
  { itemId, documentType }: { itemId: number | null; documentType: string | null },
  file: File,
) {
  const place = { moduleId: getReviewKey(review.entity, detail), subModuleId: itemId, documentType }
  return ask(calls.upload, { body: createUploadForm(place, file) }, quiet)
}

/** Removes a document of a draft request. */
export const removeDocument = ({ calls }: ItemKind, fileId: number) =>
  ask(calls.removeDocument, { params: { id: fileId } }, quiet)

/**
 * Returns functions to upload, assign and remove documents of a request’s items. Items are named by their
 * positions in the form.
 */
export function useItemDocuments(kind: ItemKind, requestRef: { current: InvoicedRequest }) {
  const { form } = useFormParts<{ items: InvoicedFormItem[] }>()
  const getIds = (places: readonly number[]) => {
    const items = form.getValues('items') ?? []
    return places.flatMap((place) => (items[place] && getReviewKey(kind.entity, items[place])) || [])
  }
  const place = (fileId: number, documentType: string | null, places: readonly number[]) =>
    ask(
      kind.calls.placeDocument,
      { params: { id: fileId }, body: { documentType, itemIds: getIds(places) } },
      quiet,
    )
  const send = async (file: File, documentType: string | null, places: readonly number[]) => {
    const [itemId = null] = getIds(places)
    const [uploadedFile] = await uploadDocument(kind, requestRef.current, { itemId, documentType }, file)
    if (uploadedFile && places.length > 1) await place(uploadedFile.fileId, documentType, places)
  }
  return { place, send, remove: (fileId: number) => removeDocument(kind, fileId) }
}
/** The functions to upload, assign and remove documents. */
export type ItemDocuments = ReturnType<typeof useItemDocuments>
