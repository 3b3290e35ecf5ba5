import { RequestStatus } from '#kernel/model/status.ts'
import {
  type FigureReader,
  type Figures,
  getFigures,
  readEachProperty,
  readFactSheets,
  readWatchList,
  sumByKey,
} from './asking.ts'
import { createReleaseLetterPlace } from './letterPlaces.ts'
import type { QuantityWithPlaces } from './place.ts'

type Account = {
  reserveAccountId: number
  propertyId: number
  kind: string
  balance: number
  closedOn: string | null
}
const loadAccounts = (ask: FigureReader) => ask.get<Account[]>('/api/ReserveAccount/GetAccounts')
/** Returns the balances of the open accounts of a kind, by property. */
const sumBalances = async (ask: FigureReader, kind: string): Promise<Figures> =>
  sumByKey(
    (await loadAccounts(ask))
      .filter((account) => account.kind === kind && account.closedOn === null)
      .map(({ propertyId, balance }) => [propertyId, balance]),
  )

const reserveBalance: QuantityWithPlaces = {
  quantity: {
    name: 'Reserve balance',
    definition: 'The sum of the entries of a reserve account.',
    unit: 'dollars',
    population: 'reserve accounts',
    asOf: 'today at the agency',
  },
  of: 'account',
  places: [
    {
      name: 'Reserve accounts: Balance',
      read: async (ask) =>
        getFigures((await loadAccounts(ask)).map(({ reserveAccountId: id, balance }) => [id, balance])),
    },
    {
      name: 'Reserves of a property: Balance',
      read: (ask) =>
        readEachProperty<Account[]>(
          ask,
          (propertyId) => `/api/ReserveAccount/GetAccountsOfProperty/${propertyId}`,
          (rows) => rows.map(({ reserveAccountId, balance }) => [reserveAccountId, balance]),
        ),
    },
  ],
}

const replacementReserve: QuantityWithPlaces = {
  quantity: {
    name: 'Replacement reserve',
    definition: 'The balance of the open replacement reserve of a property.',
    unit: 'dollars',
    population: 'properties with a replacement reserve',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    { name: 'Reserve accounts: Balance', read: (ask) => sumBalances(ask, 'Replacement reserve') },
    {
      name: 'Ledger of the replacement reserve: Balance',
      read: (ask) =>
        readEachProperty<{ account: { balance: number } | null }>(
          ask,
          (propertyId) => `/api/ReplacementReserve/GetLedger/${propertyId}`,
          ({ account }, propertyId) => [[propertyId, account?.balance]],
        ),
    },
    {
      name: 'Choice of a property for a request: Balance',
      read: async (ask) =>
        getFigures(
          (await ask.get<Account[]>('/api/ReplacementReserve/GetPropertyList')).map((row) => [
            row.propertyId,
            row.balance,
          ]),
        ),
    },
    {
      name: 'Fact sheet: Replacement reserve',
      read: (ask) =>
        readFactSheets(ask, 'Replacement reserve', ([row], propertyId) => [
          [propertyId, row?.[0] as number | undefined],
        ]),
    },
    createReleaseLetterPlace(
      'Letters of released requests and completions: balance after the release, plus the release',
      ['reserve', 'completion'],
      'replacement reserve',
    ),
  ],
}

type GuardedRequest = { propertyId: number; guards: { id: string; proof: string }[] }
/** Reads the reserve a unit from the guard of each distribution request that is not decided. */
async function readGuardedReserves(ask: FigureReader): Promise<Figures> {
  const requests =
    await ask.get<{ distributionRequestId: number; statusId: number }[]>('/api/DistributionRequest')
  const details = await Promise.all(
    requests
      .filter(({ statusId }) => statusId < RequestStatus.APPROVED)
      .map(({ distributionRequestId: id }) =>
        ask.get<GuardedRequest>(`/api/DistributionRequest/GetRequest/${id}`),
      ),
  )
  return getFigures(
    details.flatMap(({ propertyId, guards }) => {
      const proof = guards.find(({ id }) => id === 'DSR-G7')?.proof ?? ''
      const [, amount] = /= \$([\d,.]+\d)/.exec(proof) ?? []
      return amount === undefined ? [] : [[propertyId, Number(amount.replaceAll(',', ''))] as const]
    }),
  )
}

const reservePerUnit: QuantityWithPlaces = {
  quantity: {
    name: 'Replacement reserve a unit',
    definition: 'The balance of the open replacement reserve ÷ the units of the property.',
    unit: 'dollars',
    population: 'properties with a replacement reserve',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    {
      name: 'Reserve accounts: A unit',
      read: async (ask) =>
        getFigures(
          (await ask.get<(Account & { perUnit: number | null })[]>('/api/ReserveAccount/GetAccounts'))
            .filter(({ kind, closedOn }) => kind === 'Replacement reserve' && closedOn === null)
            .map((row) => [row.propertyId, row.perUnit]),
        ),
    },
    {
      name: 'Choice of a property for a request: A unit',
      read: async (ask) =>
        getFigures(
          (
            await ask.get<{ propertyId: number; perUnit: number }[]>(
              '/api/ReplacementReserve/GetPropertyList',
            )
          ).map((row) => [row.propertyId, row.perUnit]),
        ),
    },
    {
      name: 'Ledger of the replacement reserve: A unit',
      read: (ask) =>
        readEachProperty<{ account: { perUnit: number } | null }>(
          ask,
          (propertyId) => `/api/ReplacementReserve/GetLedger/${propertyId}`,
          ({ account }, propertyId) => [[propertyId, account?.perUnit]],
        ),
    },
    { name: 'Distribution request: the reserve holds the minimum per unit', read: readGuardedReserves },
    {
      name: 'Watch list: reserve',
      isOfAgency: true,
      read: async (ask) =>
        getFigures((await readWatchList(ask, 'reserve')).map(({ propertyId, value }) => [propertyId, value])),
    },
  ],
}

const operatingReserve: QuantityWithPlaces = {
  quantity: {
    name: 'Operating reserve',
    definition: 'The balance of the open operating reserve of a property.',
    unit: 'dollars',
    population: 'properties with an operating reserve',
    asOf: 'today at the agency',
  },
  of: 'property',
  places: [
    { name: 'Reserve accounts: Balance', read: (ask) => sumBalances(ask, 'Operating reserve') },
    {
      name: 'Choice of a property for a request: Balance',
      read: async (ask) =>
        getFigures(
          (await ask.get<Account[]>('/api/OperatingReserve/GetPropertyList')).map((row) => [
            row.propertyId,
            row.balance,
          ]),
        ),
    },
    createReleaseLetterPlace(
      'Letters of released operating requests: balance after the release, plus the release',
      ['operating'],
      'operating reserve',
    ),
  ],
}

/** The places that print figures of reserve accounts. */
export const reservePlaces: readonly QuantityWithPlaces[] = [
  reserveBalance,
  replacementReserve,
  reservePerUnit,
  operatingReserve,
]
