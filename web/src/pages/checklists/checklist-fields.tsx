import {
  Box,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import {
  type ChecklistDraft,
  errorsOf,
  type ItemDraft,
  kinds,
  maxItems,
  maxLabelLength,
  maxUnitLength,
  moveItem,
  newItem,
} from './checklist-draft.ts';
import { useChecklistTexts } from './texts/texts.ts';

const maxNameLength = 200;

interface Props {
  draft: ChecklistDraft;
  onChange: (draft: ChecklistDraft) => void;
}

/** The name of a checklist and its items, which buttons and dragging put into another order. */
export function ChecklistFields({ draft, onChange }: Props) {
  const texts = useChecklistTexts();
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const { name, items } = draft;
  const replace = (next: ItemDraft[]): void => onChange({ ...draft, items: next });
  /** The element is taken out of the page and put back elsewhere, which takes its focus. */
  const focus = (key: string, selector: string): void =>
    void setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-key="${key}"] ${selector}`)?.focus());
  function move(item: ItemDraft, to: number, focused = ''): void {
    replace(moveItem(items, items.indexOf(item), to));
    setAnnounced(texts.moved(to + 1, items.length));
    if (focused) focus(item.key, focused);
  }
  function add(): void {
    const item = newItem();
    replace([...items, item]);
    focus(item.key, 'input');
  }
  function remove(item: ItemDraft, index: number): void {
    const next = items.filter((other) => other !== item);
    replace(next);
    const neighbour = next[Math.min(index, next.length - 1)];
    if (neighbour) focus(neighbour.key, 'input');
  }
  function dropOn(event: DragEvent, index: number): void {
    event.preventDefault();
    const item = items.find(({ key }) => key === dragged);
    if (item) move(item, index);
    setDragged(undefined);
  }
  return (
    <>
      <TextInput
        label={texts.name}
        required
        maxLength={maxNameLength}
        autoComplete="off"
        value={name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Title order={2}>{texts.itemsTitle}</Title>
      <Stack component="ol" gap={10} ref={list}>
        {items.map((item, index) => (
          <Paper
            component="li"
            withBorder
            key={item.key}
            data-key={item.key}
            p="sm"
            className={dragged === undefined || dragged === item.key ? undefined : 'takes'}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => dropOn(event, index)}
          >
            <ItemFields
              item={item}
              number={index + 1}
              total={items.length}
              onChange={(part) => replace(items.map((other) => (other === item ? { ...item, ...part } : other)))}
              onMove={(by) => move(item, index + by, by < 0 ? '.move-up' : '.move-down')}
              onRemove={() => remove(item, index)}
              onDrag={setDragged}
            />
          </Paper>
        ))}
      </Stack>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Box>
        <Button variant="default" leftSection={<Icon icon={IconPlus} />} disabled={items.length >= maxItems} onClick={add}>
          {texts.add}
        </Button>
        {items.length >= maxItems && (
          <Text size="sm" c="dimmed">
            {texts.full}
          </Text>
        )}
      </Box>
    </>
  );
}

interface ItemProps {
  item: ItemDraft;
  /** from 1 */
  number: number;
  total: number;
  onChange: (part: Partial<ItemDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** @param key of the item; undefined when dragging has ended */
  onDrag: (key: string | undefined) => void;
}

function ItemFields({ item, number, total, onChange, onMove, onRemove, onDrag }: ItemProps) {
  const texts = useChecklistTexts();
  const { key, label, kind, required, choices } = item;
  const errors = errorsOf(item);
  const name = label.trim() || texts.item(number, total);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap={4} wrap="nowrap" c="dimmed">
          {/* Without a mouse the buttons move it. */}
          <Box
            component="span"
            display="inline-flex"
            draggable
            title={texts.drag}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', label);
              const row = event.currentTarget.closest('li');
              if (row) event.dataTransfer.setDragImage(row, 0, 0);
              onDrag(key);
            }}
            onDragEnd={() => onDrag(undefined)}
          >
            <Icon icon={IconGripVertical} />
          </Box>
          <Text size="sm">{texts.item(number, total)}</Text>
        </Group>
        <Group gap={4}>
          <ItemButton
            className="move-up"
            icon={IconArrowUp}
            text={texts.moveUp}
            name={name}
            isDisabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <ItemButton
            className="move-down"
            icon={IconArrowDown}
            text={texts.moveDown}
            name={name}
            isDisabled={number === total}
            onClick={() => onMove(1)}
          />
          <ItemButton
            className="remove"
            icon={IconTrash}
            text={texts.remove}
            name={name}
            isDisabled={total === 1}
            onClick={onRemove}
          />
        </Group>
      </Group>
      <TextInput
        label={texts.label}
        required
        maxLength={maxLabelLength}
        autoComplete="off"
        value={label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.kind}
        value={kind}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(event) => onChange({ kind: kinds.find((one) => one === event.currentTarget.value) ?? kind })}
      />
      {kind === 'number' && <NumberFields item={item} onChange={onChange} />}
      {kind === 'choice' && (
        <Textarea
          label={texts.choices}
          required
          rows={3}
          value={choices}
          error={errors.choices && texts[errors.choices]}
          onChange={(event) => onChange({ choices: event.currentTarget.value })}
        />
      )}
      <Switch
        label={texts.required}
        checked={required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function NumberFields({ item, onChange }: Pick<ItemProps, 'item' | 'onChange'>) {
  const texts = useChecklistTexts();
  const { unit, min, max } = item;
  const errors = errorsOf(item);
  return (
    <div>
      <Group gap="xs" grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label={texts.unit}
          maxLength={maxUnitLength}
          autoComplete="off"
          value={unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
        <TextInput
          label={texts.min}
          autoComplete="off"
          value={min}
          error={errors.min && texts[errors.min]}
          onChange={(event) => onChange({ min: event.currentTarget.value })}
        />
        <TextInput
          label={texts.max}
          autoComplete="off"
          value={max}
          error={errors.max && texts[errors.max]}
          onChange={(event) => onChange({ max: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {texts.limitsHint}
      </Text>
    </div>
  );
}

interface ItemButtonProps {
  className: string;
  icon: typeof IconTrash;
  text: string;
  /** of the item */
  name: string;
  isDisabled: boolean;
  onClick: () => void;
}

/** A button of an item; it stays focusable at the ends of the list, where it does nothing. */
function ItemButton({ className, icon, text, name, isDisabled, onClick }: ItemButtonProps) {
  return (
    <Button
      variant="subtle"
      c={isDisabled ? 'var(--text-muted)' : undefined}
      px="xs"
      className={className}
      aria-disabled={isDisabled}
      opacity={isDisabled ? 0.5 : undefined}
      title={text}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon icon={icon} />
      <VisuallyHidden>
        {text} {name}
      </VisuallyHidden>
    </Button>
  );
}
