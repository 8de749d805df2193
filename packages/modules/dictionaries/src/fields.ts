import { nameText } from '@plinth/core'
import { z } from 'zod'
import { SORT_MODES } from './entities.ts'

/** An id in requests, in the format of the database. */
export const DictionaryRowId = z.uuid().toLowerCase()

const KEY_RULE = 'Use lowercase letters, numbers, hyphen, or underscore.'
const COLOR_RULE = 'Color must be a valid six-digit hex code like #3366ff'
/** The message for an update that changes nothing. */
export const NOTHING_TO_UPDATE = 'Provide at least one field to update.'

/** The writable properties of a dictionary. */
export const DictionaryFields = z.object({
  key: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, KEY_RULE),
  name: nameText().trim().min(1).max(200),
  description: z.string().trim().max(2000).nullish(),
  isActive: z.boolean().optional(),
  entrySortMode: z.enum(SORT_MODES).optional(),
})

const Color = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, COLOR_RULE)
  .toLowerCase()

/** The place of an entry in a dictionary that is sorted by position. */
export const Position = z.int().min(0).max(1_000_000)

/** The writable properties of an entry. Colors are stored in lower case. */
export const EntryFields = z.object({
  value: nameText().trim().min(1).max(150),
  label: nameText().trim().min(1).max(150).optional(),
  color: Color.nullish(),
  icon: nameText().trim().min(1).max(64).nullish(),
  position: Position.nullish(),
})

/** Whether an update has any property besides the ids. */
export const changesSomething = (input: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(input).some(([name, value]) => name !== 'id' && name !== 'dictionaryId' && value !== undefined)

/** The form of a value in which it is unique in its dictionary, however its accents are composed. */
export const normalize = (value: string): string => value.trim().toLowerCase().normalize('NFC')
