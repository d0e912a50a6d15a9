def card_html(card): return ""
