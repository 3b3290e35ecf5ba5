import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { loadFile } from '#ground/files/web/index.ts'
import { getActiveVendors } from '#ground/vendors/model/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { PartProps } from '#review/web/index.ts'
import { DocumentDrop } from '#ui/form/DocumentDrop.tsx'
import { DocumentMarks } from '#ui/form/DocumentMarks.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { useRemoveQuestion } from '#ui/form/useRemoveQuestion.tsx'
import type { Detail } from '../model/requests.ts'
import { documentsWanted, MOST_ITEMS } from '../model/rules.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { columnsFor, documentKinds, pastedBeside, vendorOptions } from './itemColumns.ts'
import { blankItem, type FormItem } from './itemForm.ts'
import { useDuplicates } from './useDuplicates.ts'
import { shown, useItemDocuments } from './useItemDocuments.ts'
import { useCategories, Warnings } from './Warnings.tsx'

const noItems: FormItem[] = []
const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)
const HELP =
  'Matched by file name: item, invoice or check number, or unit, such as “check 4144.pdf” or “item 3 photo.jpg”.'

/** The items of a request while it is written, with their documents and the reserve beside them. */
export function Items({ detail, refresh, known }: PartProps<Detail> & { known: { current: Detail } }) {
  const { form } = useFormParts()
  const categories = useCategories()
  const vendors = useCall(getActiveVendors, { params: { id: 0 } })
  const requestType = useWatch({ control: form.control, name: 'requestType' }) as string
  const items = (useWatch({ control: form.control, name: 'items' }) as FormItem[] | undefined) ?? noItems
  const columns = useMemo(
    () => columnsFor(categories, vendorOptions(vendors, detail.items), requestType),
    [categories, vendors, detail.items, requestType],
  )
  const duplicates = useDuplicates(items, detail.replacementReserveRequestId)
  const details = useCallback(
    (index: number) => (
      <ItemDetails
        index={index}
        detail={detail}
        requestType={requestType}
        duplicates={duplicates[index] ?? []}
        onChanged={refresh}
      />
    ),
    [detail, requestType, refresh, duplicates],
  )
  const documents = useItemDocuments(known)
  const { marks, inPlace, wanted } = useMarks(detail, items, requestType)
  const removal = useRemoval(detail, refresh, documents)
  const read = useMemo(() => items.map(withReadAmount), [items])
  return (
    <>
      <LineItems
        name="items"
        columns={columns}
        blank={blankItem}
        maxLines={MOST_ITEMS}
        paste={pastedBeside}
        marks={marks}
        onRemove={removal.onRemove}
        renderDetail={details}
        detailLabel="Details"
      />
      {removal.dialog}
      <Documents {...{ detail, refresh, requestType, documents, inPlace, wanted }} />
      <BalancePanel detail={detail} items={read} />
      <Warnings detail={detail} items={read} duplicates={duplicates} />
    </>
  )
}

/** One place for the documents of all items. */
function Documents({
  detail,
  refresh,
  requestType,
  documents,
  inPlace,
  wanted,
}: PartProps<Detail> & {
  requestType: string
  documents: ReturnType<typeof useItemDocuments>
  inPlace: number
  wanted: number
}) {
  const loose = detail.files.filter((file) => file.itemId === null)
  return (
    <DocumentDrop
      list="items"
      noun="Item"
      place="location"
      kinds={documentKinds(requestType)}
      help={HELP}
      endings={endings}
      maxBytes={fileLimits.bytes}
      inPlace={inPlace}
      wanted={wanted}
      loose={loose.map((file) => ({ ...shown(file), kind: file.documentType }))}
      isStored={detail.replacementReserveRequestId > 0}
      send={documents.send}
      move={(file, kind, lines) => documents.place(Number(file.id), kind, lines)}
      onRemove={(file) => documents.remove(Number(file.id))}
      load={loadFile}
      onChanged={refresh}
    />
  )
}

/** A cell that was pasted and could not be read counts as nothing. */
const withReadAmount = (item: FormItem): FormItem =>
  typeof item.claimedAmount === 'number' ? item : { ...item, claimedAmount: null }

/** Which documents each item has and needs; the column repaints only when that changes. */
function useMarks(detail: Detail, items: readonly FormItem[], requestType: string) {
  const told = JSON.stringify(items.map((item) => marksOf(detail, item, requestType)))
  return useMemo(() => {
    const all = JSON.parse(told) as ReturnType<typeof marksOf>[]
    const wanted = all.flat().reduce((sum, one) => sum + one.wanted, 0)
    const inPlace = all.flat().reduce((sum, one) => sum + Math.min(one.have, one.wanted), 0)
    const missing = wanted - inPlace
    const marks = {
      label: 'Documents',
      width: 118,
      render: (index: number, open: () => void) => (
        <DocumentMarks line={`item ${index + 1}`} marks={all[index] ?? []} onOpen={open} />
      ),
      total: wanted > 0 ? `${inPlace} of ${wanted}${missing > 0 ? `, ${missing} missing` : ''}` : null,
    }
    return { marks, inPlace, wanted }
  }, [told])
}

const marksOf = (detail: Detail, item: FormItem, requestType: string) =>
  documentsWanted(requestType, withReadAmount(item), detail.rules).map(({ kind, wanted }) => {
    const id = item.replacementReserveRequestItemId || item.formerId
    const have = detail.files.filter((file) => id && file.itemId === id && file.documentType === kind).length
    return { kind, wanted, have }
  })

/** Asks what becomes of the documents of an item that is removed, and puts them back with it. */
function useRemoval(detail: Detail, refresh: () => Promise<void>, { place }: ReturnType<typeof useItemDocuments>) {
  const { form } = useFormParts()
  const { save } = useFormActions()
  const { ask, dialog } = useRemoveQuestion('Item', 'request')
  const onRemove = async (index: number) => {
    const items = form.getValues('items') as FormItem[]
    const id = items[index]?.replacementReserveRequestItemId
    const own = detail.files.filter((file) => id && file.itemId === id)
    if (own.length === 0) return true
    const fate = await ask(
      index,
      own.map((file) => file.fileName),
      items.length,
    )
    if (fate === null) return false
    if (fate === 'remove') return true
    // An item that is to have them must be stored.
    if (typeof fate === 'number' && !items[fate]?.replacementReserveRequestItemId && !(await save())) return false
    const move = async (places: readonly number[]) => {
      for (const file of own) await place(file.fileId, file.documentType, places)
      await refresh()
    }
    await move(typeof fate === 'number' ? [fate] : [])
    return async (back: number) => {
      if (await save()) await move([back])
    }
  }
  return { onRemove, dialog }
}
