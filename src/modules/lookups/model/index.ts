export { counties, federalTypes, getAgency, roomTypes } from './calls.ts'
