import { formatMoney } from '#kernel/model/money.ts'
import type { ListingDetail } from '../model/listings.ts'
import styles from './locator.module.css'
import { Picture } from './Picture.tsx'

/** Returns a range as text: `1 to 3`, or `2` if both ends are the same. */
export const formatRange = (from: string | null, to: string | null): string =>
  from === to || to === null ? (from ?? '') : [from, to].filter(Boolean).join(' to ')

const getSize = (bedrooms: number | null): string | null =>
  bedrooms === null ? null : bedrooms === 0 ? 'studio' : String(bedrooms)
const getDollars = (amount: number | null): string | null => (amount === null ? null : formatMoney(amount))

type RangeFields = Pick<ListingDetail, 'bedroomsFrom' | 'bedroomsTo' | 'rentFrom' | 'rentTo'>
/** Returns the range of bedrooms of a listing as text, for example `studio to 2`. */
export const formatBedrooms = ({ bedroomsFrom, bedroomsTo }: RangeFields): string =>
  formatRange(getSize(bedroomsFrom), getSize(bedroomsTo))
/** Returns the range of rents of a listing as text. */
export const formatRents = ({ rentFrom, rentTo }: RangeFields): string =>
  formatRange(getDollars(rentFrom), getDollars(rentTo))

/** Returns the link for a web address; links are limited to http and https. */
const getLink = (website: string): string => (/^https?:\/\//i.test(website) ? website : `https://${website}`)

/** A preview of the listing as people who look for a home will see it. */
export function ListingPreview({ detail }: { detail: ListingDetail }) {
  const { photos, contactName, phone, email, website, officeHours, utilities, amenities, applicationFee } =
    detail
  const [first] = photos.filter((photo) => photo.refusal === null)
  const place = [detail.address, detail.city, detail.zip].filter(Boolean).join(', ')
  return (
    <section aria-label="How it is shown">
      <h2>How it is shown</h2>
      <article className={styles.preview}>
        {first && <Picture photo={first} />}
        <h3>{detail.propertyName}</h3>
        <p>{place}</p>
        <p>
          {[
            detail.residents,
            formatBedrooms(detail) && `Bedrooms: ${formatBedrooms(detail)}`,
            formatRents(detail) && `Rent: ${formatRents(detail)}`,
            detail.waitingListOpen ? 'The waiting list is open' : 'The waiting list is closed',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {detail.description && <p>{detail.description}</p>}
        {amenities.length > 0 && <p>Amenities: {amenities.join(', ')}</p>}
        {utilities.length > 0 && <p>The rent includes: {utilities.join(', ').toLowerCase()}</p>}
        <p>
          {[
            detail.accessibleUnits ? `Accessible units: ${detail.accessibleUnits}` : null,
            detail.pets && `Pets: ${detail.pets.toLowerCase()}`,
            applicationFee !== null && `Application fee: ${formatMoney(applicationFee)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          {[contactName, phone, email, officeHours].filter(Boolean).join(' · ')}{' '}
          {website && (
            <a href={getLink(website)} target="_blank" rel="noreferrer">
              {website}
            </a>
          )}
        </p>
      </article>
    </section>
  )
}
