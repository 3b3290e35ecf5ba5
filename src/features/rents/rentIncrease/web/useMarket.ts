import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Flag,
  flags,
  getByHeaderId,
  getComparableRentFlag,
} from '#features/rents/comparableRents/model/index.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import type { Detail } from '../model/increases.ts'

/**
 * Compares a rent with the comparable rents for its number of bedrooms: their average, the percent of it,
 * and the class. Null if it cannot be compared.
 */
export type CompareWithMarket = (rent: number | null, bedrooms: number) => MarketRent | null
export type MarketRent = { average: number; percent: number; tone: 'green' | 'yellow' | 'red'; flag: Flag }

const toneByFlag = { [flags.below]: 'green', [flags.within]: 'yellow', [flags.above]: 'red' } as const

/**
 * Returns the function that compares rents with a request's comparable rents. It returns null while they
 * are loading or if none were entered.
 */
export function useMarket({ rentIncreaseRequestHeaderId: headerId }: Detail): CompareWithMarket {
  const { data } = useQuery({
    ...buildCallQuery(getByHeaderId, { params: { headerId } }),
    enabled: headerId > 0,
  })
  return useMemo(
    () => (rent, bedrooms) => {
      const average = data?.statistics.find((statistic) => statistic.bedrooms === bedrooms)?.average
      const comparableRentFlag =
        data && rent !== null ? getComparableRentFlag(rent, bedrooms, data.statistics, data.limits) : null
      return comparableRentFlag && average !== undefined
        ? { ...comparableRentFlag, average, tone: toneByFlag[comparableRentFlag.flag] }
        : null
    },
    [data],
  )
}
