import { Button, Fieldset } from '@mantine/core'
import type { FormValues } from '#engines/review/web/index.ts'
import {
  columnsWith,
  isReviewHidden,
  type ListingOf,
  type PagesOf,
  type PartProps,
} from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { confirmListing } from '../model/calls.ts'
import type { Listing } from '../model/entities.ts'
import { amenityKinds, petRules, residentKinds, utilityKinds } from '../model/entities.ts'
import { type ListingDetail, type ListingLine, listings } from '../model/listings.ts'
import { Gallery } from './Gallery.tsx'
import styles from './locator.module.css'
import { Photos } from './Photos.tsx'
import { formatBedrooms, formatRange, formatRents, ListingPreview } from './Preview.tsx'

const Field = getField<FormValues<typeof Listing>>()

export { listings as review }

const INVALIDATED_QUERIES = ['ahl', 'ahlphoto', 'tasks', 'todo']
const col = columns<ListingLine>()
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')
const getOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

function Form(props: PartProps<ListingDetail> & { known: { current: ListingDetail } }) {
  return (
    <>
      <Fieldset legend="Where it is, and whom to ask">
        <FieldRow>
          <Field name="address" required />
          <Field name="city" required width={220} />
          <Field name="zip" required width={140} />
        </FieldRow>
        <FieldRow>
          <Field name="contactName" required />
          <Field name="phone" required width={200} />
          <Field name="email" />
        </FieldRow>
        <FieldRow>
          <Field name="website" />
          <Field name="officeHours" />
        </FieldRow>
      </Fieldset>
      <Fieldset legend="Homes">
        <FieldRow>
          <Field name="residents" required options={getOptions(residentKinds)} width={200} />
          <Field name="bedroomsFrom" required width={240} />
          <Field name="bedroomsTo" required width={140} />
          <Field name="accessibleUnits" width={160} />
        </FieldRow>
        <FieldRow>
          <Field name="rentFrom" required width={160} />
          <Field name="rentTo" required width={160} />
          <Field name="applicationFee" width={160} />
          <Field name="pets" options={getOptions(petRules)} width={220} />
        </FieldRow>
        <RecordedRents detail={props.detail} />
        <Field name="waitingListOpen" />
        <Field name="utilities" kind="choices" options={getOptions(utilityKinds)} />
        <Field name="amenities" kind="choices" options={getOptions(amenityKinds)} />
        <Field name="description" rows={5} />
      </Fieldset>
      <Photos {...props} />
    </>
  )
}

/** A note with the units and rents from the property's records, for comparison. */
const RecordedRents = ({ detail }: { detail: ListingDetail }) =>
  detail.rooms.length > 0 && (
    <p>
      On record:{' '}
      {detail.rooms.map((room) => `${room.units} × ${room.label}, ${formatRecordedRents(room)}`).join('; ')}.
    </p>
  )

const formatRecordedRents = ({ rentFrom, rentTo }: ListingDetail['rooms'][number]): string =>
  rentFrom === null
    ? 'no rent'
    : formatRange(formatMoney(rentFrom), rentTo === null ? null : formatMoney(rentTo))

/** The filed listing: whether it is published, its photos, and a preview. */
const Filed = (props: PartProps<ListingDetail>) => (
  <>
    <PublicationNote detail={props.detail} />
    <Gallery {...props} />
    <ListingPreview detail={props.detail} />
  </>
)

/** A note whether this version is published, and if not, why. */
function PublicationNote({
  detail: { isShown, isStale, propertyActive, statusLabel, confirmedOn },
}: {
  detail: ListingDetail
}) {
  if (isShown && isStale)
    return (
      <p className={styles.refused}>
        This version is shown, and was confirmed last on {day(confirmedOn)}: say that it still holds, or begin
        a new one.
      </p>
    )
  if (isShown) return <p>This version is shown.</p>
  if (!propertyActive) return <p>Nothing is shown of this property: it is not active.</p>
  return <p>This version is not shown: {statusLabel.toLowerCase()}.</p>
}

/** The button with which the company confirms the published listing. */
function Actions({ detail: { ahlId, propertyId, isShown }, refresh }: PartProps<ListingDetail>) {
  const mayConfirm = useMay(confirmListing, propertyId)
  const write = useWrite(INVALIDATED_QUERIES, { quiet: false })
  if (!mayConfirm || !isShown) return null
  const confirm = async () => {
    await write(confirmListing, { params: { id: ahlId } }, 'The listing is confirmed.')
    await refresh()
  }
  return (
    <Button variant="default" onClick={() => void confirm()}>
      Confirm that it still holds
    </Button>
  )
}

function getChecks(detail: ListingDetail) {
  const { photos, rooms, rentFrom, rentTo } = detail
  const refused = photos.filter((photo) => photo.refusal !== null).length
  const recordedRents = rooms.flatMap(({ rentFrom: lowest, rentTo: highest }) =>
    lowest === null || highest === null ? [] : [lowest, highest],
  )
  const [minimum, maximum] = [Math.min(...recordedRents), Math.max(...recordedRents)]
  const outside =
    recordedRents.length > 0 && ((rentFrom ?? minimum) < minimum || (rentTo ?? maximum) > maximum)
  return [
    {
      words: isReviewHidden(detail.statusId)
        ? `${photos.length} photos.`
        : `${photos.length} photos, ${refused} of them refused.`,
      fine: photos.length > 0 && refused === 0,
    },
    ...(recordedRents.length > 0
      ? [
          {
            words: outside
              ? `The rents on record are ${formatRange(formatMoney(minimum), formatMoney(maximum))}.`
              : 'The rents are within those on record.',
            fine: !outside,
          },
        ]
      : []),
  ]
}

/** The form, facts, checks and list columns of listings on the review screens. */
export const pages: PagesOf<typeof listings> & ListingOf<typeof listings> = {
  Form,
  facts: (detail) => [
    { label: 'Listing version', value: detail.listingVersion },
    { label: 'Bedrooms', value: formatBedrooms(detail) },
    { label: 'Rent', value: formatRents(detail) },
    { label: 'Confirmed', value: day(detail.confirmedOn) },
    { label: 'Photos', value: detail.photos.length },
  ],
  Filed,
  Actions,
  useChecks: getChecks,
  columns: columnsWith(listings, [
    col.number('Version', (line) => line.listingVersion, { width: 85, served: 'listingVersion' }),
    col.text('City', (line) => line.city, { width: 98, served: 'city' }),
    col.number('Photos', (line) => line.photoCount, { width: 80, served: 'photoCount' }),
    col.number('Refused', (line) => line.refusedCount, { width: 80, served: 'refusedCount' }),
    col.bool('Shown', (line) => line.isShown, { width: 85, served: 'isShown' }),
    col.date('Confirmed', (line) => line.confirmedOn, { width: 100, served: 'confirmedOn' }),
  ]),
}
